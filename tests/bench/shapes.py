"""Small files in the shape of each data set, written by hand."""

import json
from pathlib import Path
from typing import Any


def written(path: Path, value: object) -> Path:
    """Return *path* with *value* in it as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def a_locomo(**changes: object) -> list[dict[str, Any]]:
    """Return one dialogue of two sessions; session 10 stands before session 2 in the file."""
    talk: dict[str, Any] = {
        "speaker_a": "Ana",
        "session_10_date_time": "9:05 pm on 3 May, 2023",
        "session_10": [{"speaker": "Ben", "dia_id": "D10:1", "text": "My boat is called Alba."}],
        "session_2_date_time": "soon",
        "session_2": [
            {"speaker": "Ana", "dia_id": "D2:1", "text": "Hello!"},
            {"speaker": "Ana", "dia_id": "D2:2", "text": "Look", "blip_caption": "a red kite"},
        ],
        "session_3": [],
    }
    questions = [
        {"question": "What is the boat called?", "evidence": ["D10:1"], "category": 4},
        {"question": "Two at once?", "evidence": ["D10:1; D2:2", "D", "D9:9"], "category": 1},
        {"question": "Nobody said?", "evidence": ["D:1"], "category": 5},
    ]
    return [{"sample_id": "conv-1", "conversation": talk, "qa": questions, **changes}]


def a_longmemeval(**changes: object) -> list[dict[str, Any]]:
    """Return a question with a haystack of two sessions, and one that nothing answers."""
    chats = [
        [
            {"role": "user", "content": "I keep bees."},
            {"role": "assistant", "content": "How many hives?"},
        ],
        [
            {"role": "user", "content": "  ", "has_answer": False},
            {"role": "user", "content": "My sister lives in Porto.", "has_answer": True},
        ],
    ]
    one = {
        "question_id": "q1",
        "question_type": "single-session-user",
        "question": "Where does my sister live?",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": ["x_1", "answer_2"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 10:00"],
        "haystack_sessions": chats,
        "answer_session_ids": ["answer_2"],
    }
    return [one | changes, one | {"question_id": "q2_abs"} | changes]


def a_beam_chat() -> list[dict[str, Any]]:
    """Return a chat of two batches."""
    first = [
        {"role": "user", "id": 0, "time_anchor": "March-15-2024", "content": "Plan it? ->-> 1,1"},
        {"role": "assistant", "id": 1, "content": "Gladly: a -> b."},
    ]
    second = [{"role": "user", "id": 2, "content": "The port is 8080 ->-> 2,14"}]
    return [{"batch_number": 1, "turns": [first]}, {"batch_number": 2, "turns": [second]}]


def beam_probes() -> dict[str, Any]:
    """Return probes with their sources in every form that there is."""
    return {
        "abstention": [{"question": "Who reviewed it?"}],
        "contradiction_resolution": [
            {"question": "Is it so?", "source_chat_ids": {"first": [0], "second": [2, 99]}}
        ],
        "event_ordering": [{"question": "In which order?", "source_chat_ids": [0, [2]]}],
        "summarization": [{"question": "In short?", "source_chat_ids": []}],
    }


def a_beam(folder: Path) -> Path:
    """Return a folder with one chat, and with what belongs to none."""
    written(folder / "3" / "chat.json", a_beam_chat())
    written(folder / "3" / "probing_questions" / "probing_questions.json", beam_probes())
    (folder / "notes").mkdir()
    return folder


def a_devmembench(folder: Path) -> Path:
    """Return a folder with two sessions and two questions."""
    sessions = [
        {
            "sessionId": "S01",
            "metadata": {"date": "2025-01-15", "project": "shop"},
            "messages": [
                {"role": "user", "content": "We deploy with Nomad."},
                {"role": "assistant", "content": "Noted: Nomad."},
            ],
        },
        {"sessionId": "S02", "messages": [{"role": "user", "content": "Use tabs, never spaces."}]},
    ]
    questions: list[dict[str, Any]] = [
        {
            "questionId": "Q1",
            "questionType": "tech-stack",
            "question": "What do we deploy with?",
            "groundTruth": "Nomad",
            "haystackSessionIds": ["S01"],
        },
        {
            "questionId": "Q2",
            "questionType": "abstention",
            "question": "Which bank do we use?",
            "groundTruth": "Not mentioned",
            "haystackSessionIds": [],
        },
    ]
    written(folder / "sessions.json", sessions)
    written(folder / "questions.json", questions)
    return folder


def a_remem() -> dict[str, Any]:
    """Return three memories; two of them share their topic."""
    return {
        "version": "2.0",
        "corpus": [
            {
                "title": "Dock",
                "content": "The dock opens at six.",
                "topic_key": "dock",
                "memory_type": "decision",
                "created_at_epoch": 1_700_000_000,
            },
            {
                "title": "Dock",
                "content": "The dock is blue.",
                "topic_key": "dock",
                "memory_type": "discovery",
            },
            {"title": "Crane", "content": "The crane is new.", "memory_type": "decision"},
        ],
        "queries": [
            {
                "query": "when does the dock open",
                "slice": "paraphrase",
                "category": "retrieval",
                "evidence_refs": [{"topic_key": "dock", "text_contains": "opens at six"}],
            },
            {
                "query": "all about the dock",
                "slice": "multi_hop",
                "category": "multi_hop",
                "evidence_refs": [{"topic_key": "dock"}],
            },
            {"query": "who", "slice": "abstention", "category": "abstention", "evidence_refs": []},
        ],
    }
