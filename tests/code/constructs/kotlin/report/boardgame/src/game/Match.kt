package game

import game.board.Board
import game.board.Cell
import game.players.Human
import game.players.Player
import game.players.Sweeper

class Match(private val board: Board, private val players: List<Player>) {
    fun play(): Int {
        var turns = 0
        while (!board.full()) {
            val player: Player = players[turns % players.size]
            if (!player.play(board)) break
            turns += 1
        }
        return turns
    }

    fun score(): Int = board.run(Cell(0, 0), 1, 1)
}

fun greet(player: Player) {
    println(player.greet())
}

fun main() {
    val human = Human("Noor", 'x')
    val match = Match(Board(3), listOf(human, Sweeper('o')))
    greet(human)
    println("${match.play()} turns, score ${match.score()}")
}
