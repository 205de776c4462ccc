"""What a job is, and what is refused as one."""

import functools
import json
import math

import pytest

import viergewinnt as vg
from tests.jobs import works
from viergewinnt.jobs import JSON, Job, Work


def job(**changes: object) -> Job:
    fields: dict[str, object] = {
        "name": "book", "parameters": {}, "chunks": 3, "work": works.digest, **changes
    }  # fmt: skip
    return Job(**fields)  # type: ignore[arg-type]  # some of them are wrong on purpose


def test_the_identity_is_canonical_json() -> None:
    one = job(parameters={"b": [1, 2.5, None], "a": {"ü": True}})
    other = job(parameters={"a": {"ü": True}, "b": (1, 2.5, None)})
    text = '{"chunks":3,"name":"book","parameters":{"a":{"ü":true},"b":[1,2.5,null]}}'
    assert one.identity == other.identity == text.encode()
    assert one.digest == other.digest
    assert one.parameters == json.loads(text)["parameters"]


@pytest.mark.parametrize(
    "change", [{"name": "other"}, {"parameters": {"plies": 8}}, {"chunks": 4}], ids=str
)
def test_name_parameters_and_chunks_tell_jobs_apart(change: dict[str, object]) -> None:
    assert job(**change).identity != job().identity
    assert job(**change).digest != job().digest


@pytest.mark.parametrize("name", ["", "a/b", ".hidden", "ä", "a b", "x" * 65])
def test_a_name_that_is_no_file_name_is_refused(name: str) -> None:
    with pytest.raises(vg.OptionError, match="is no name for a job; allowed are"):
        job(name=name)


@pytest.mark.parametrize("value", [{1}, b"bytes", math.nan, math.inf, object(), "\ud800"], ids=str)
def test_parameters_that_are_not_json_are_refused(value: object) -> None:
    with pytest.raises(vg.OptionError, match="the parameters of a job must be JSON"):
        job(parameters={"plies": value})


@pytest.mark.parametrize("chunks", [-1, 1 << 32])
def test_a_number_of_chunks_out_of_range_is_refused(chunks: int) -> None:
    with pytest.raises(vg.OptionError, match="a job has 0 to 4294967295 chunks"):
        job(chunks=chunks)


def test_each_chunk_needs_a_weight() -> None:
    with pytest.raises(vg.OptionError, match="2 weights for 3 chunks"):
        job(weights=[1, 2])


def nested() -> Work:
    def inner(parameters: object, index: int) -> bytes:
        return b""

    return inner


@pytest.mark.parametrize("work", [lambda *_: b"", functools.partial(works.digest), nested()])
def test_work_that_other_processes_cannot_find_is_refused(work: Work) -> None:
    with pytest.raises(vg.OptionError, match="must be a function of a module"):
        job(work=work)


def test_changing_the_parameters_afterwards_changes_no_job() -> None:
    parameters: dict[str, JSON] = {"plies": 8}
    one = job(parameters=parameters)
    parameters["plies"] = 12
    assert one.parameters == {"plies": 8}
