package shop.checkout

import shop.catalog.*
import shop.text.shorten as cut

object Receipts {
    fun print(cart: Cart) {
        println(header())
        println(cut(cart.summary()))
    }

    private fun header(): String = "-- receipt --"
}

fun shorten(text: String): String = text.substring(0, 3)

fun main() {
    val novel = Book("The Long Way", Price(1200))
    val cart = Cart.open("Iris")
    cart.add(novel).add("Atlas", 3000)
    cart.add(Bundle("Set", listOf(novel)))
    Receipts.print(cart)
    println(shorten(novel.path()))
}
