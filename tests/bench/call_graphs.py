"""Small references of call graphs, written by hand."""

from typing import Any

SYMBOLS = {
    "shop/cart.py::Cart": ("class", 3),
    "shop/cart.py::Cart::__init__": ("method", 4),
    "shop/cart.py::Cart::add": ("method", 8),
    "shop/cart.py::total": ("func", 20),
    "shop/cart.py::total::of_one": ("func", 22),
    "shop/gift.py::Gift": ("class", 1),
    "shop/gift.py::Gift::add": ("method", 2),
    "shop/pay.py::pay": ("func", 5),
    "shop/pay.py::unused": ("func", 9),
    "tests/test_cart.py::cart": ("func", 4),
    "tests/test_cart.py::test_total": ("func", 8),
}


def an_edge(caller: str, callee: str, *, tier: str = "A", via: str = "call") -> dict[str, Any]:
    """Return an edge; those of tier D were seen executing alone."""
    by = ["dynamic"] if tier == "D" else ["dynamic", "jedi"] if tier == "A" else ["jedi"]
    return {"caller": caller, "callee": callee, "via": via, "by": by, "tier": tier}


def a_reference(**changes: object) -> dict[str, Any]:
    """Return a reference: tests call `total`, which adds; `pay` makes a cart."""
    return {
        "repo": "shop",
        "commit": "1f" * 20,
        "symbols": [
            {
                "id": name,
                "kind": kind,
                "line": line,
                "first": line - 1 if name.endswith("::cart") else line,
                "deco": ["pytest.fixture"] if name.endswith("::cart") else [],
            }
            for name, (kind, line) in SYMBOLS.items()
        ],
        "edges": [
            an_edge("tests/test_cart.py::test_total", "shop/cart.py::total"),
            an_edge("shop/cart.py::total::of_one", "shop/cart.py::Cart::add"),
            an_edge("shop/pay.py::pay", "shop/cart.py::Cart::__init__", tier="B"),
            an_edge("shop/pay.py::pay", "shop/cart.py::total", tier="D", via="dynamic"),
            an_edge("shop/pay.py::<module>", "shop/pay.py::pay"),
            an_edge("shop/cart.py::total", "shop/cart.py::total::of_one"),
        ],
        "overrides": [["shop/gift.py::Gift::add", "shop/cart.py::Cart::add"]],
        **changes,
    }


def a_placed_reference() -> dict[str, Any]:
    """Return a reference of places alone."""
    return {
        "repo": "vue",
        "commit": "2e" * 20,
        "edges": [
            {"caller_loc": ["src/app.ts", 4], "callee_loc": ["src/dom.ts", 9], "sites": 2},
            {"caller_loc": ["src/app.ts", 30], "callee_loc": ["src/dom.ts", 9], "sites": 1},
        ],
    }
