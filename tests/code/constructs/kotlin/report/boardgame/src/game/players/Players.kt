package game.players

import game.board.Board
import game.board.Cell
import game.board.firstFree

abstract class Player {
    val mark: Char
    protected val memory: Memory

    constructor(mark: Char) {
        this.mark = mark
        this.memory = Memory()
    }

    abstract fun choose(board: Board): Cell?

    open fun greet(): String = "I play $mark"

    fun play(board: Board): Boolean {
        val cell = choose(board)
        if (cell == null) return false
        memory.put(cell)
        return board.place(cell, mark)
    }
}

class Memory {
    private val seen = ArrayList<Cell>()

    fun put(cell: Cell) {
        seen.add(cell)
    }

    fun contains(cell: Cell): Boolean = seen.contains(cell)
}

class Sweeper : Player {
    constructor(mark: Char) : super(mark)

    override fun choose(board: Board): Cell? = board.firstFree(diagonal(3))

    private fun diagonal(n: Int): List<Cell> = (0 until n).map { Cell(it, it) }
}

class Human : Player {
    private val name: String

    constructor(name: String, mark: Char) : super(mark) {
        this.name = name
    }

    override fun greet(): String = name + ": " + super.greet()

    override fun choose(board: Board): Cell? {
        val corner = Cell(0, 0)
        return if (memory.contains(corner)) null else corner
    }
}
