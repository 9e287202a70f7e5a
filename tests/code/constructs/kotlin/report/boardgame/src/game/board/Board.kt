package game.board

data class Cell(val x: Int, val y: Int) {
    fun shift(dx: Int, dy: Int): Cell = Cell(x + dx, y + dy)
}

class Board(private val size: Int) {
    private val marks = HashMap<Cell, Char>()

    fun place(cell: Cell, mark: Char): Boolean {
        if (!contains(cell) || marks.containsKey(cell)) return false
        marks.put(cell, mark)
        return true
    }

    fun place(x: Int, y: Int, mark: Char): Boolean = place(Cell(x, y), mark)

    fun contains(cell: Cell): Boolean = cell.x < size && cell.y < size

    fun run(from: Cell, dx: Int, dy: Int): Int {
        val mark = marks.get(from) ?: return 0
        val next = from.shift(dx, dy)
        return if (marks.get(next) == mark) 1 + this.run(next, dx, dy) else 1
    }

    fun full(): Boolean = marks.size == size * size
}

fun Board.firstFree(cells: List<Cell>): Cell? = cells.firstOrNull(this::contains)
