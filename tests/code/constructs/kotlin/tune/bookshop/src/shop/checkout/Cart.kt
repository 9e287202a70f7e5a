package shop.checkout

import shop.catalog.Book
import shop.catalog.Item
import shop.catalog.Price

class Cart private constructor(private val owner: String) {
    private val items = mutableListOf<Item>()
    private val coupon: Coupon = Coupon(5)

    fun add(item: Item): Cart {
        items.add(item)
        return this
    }

    fun add(title: String, cents: Int): Cart = this.add(Book(title, Price(cents)))

    fun total(): Price {
        val full = items.sumOf(::centsOf)
        return coupon.apply(Price(full))
    }

    fun summary(): String = "$owner: ${total().text()}"

    companion object {
        fun open(owner: String): Cart = Cart(owner)
    }
}

class Coupon(private val percent: Int) {
    fun apply(price: Price): Price = price.minus(Price(price.cents * percent / 100))
}

private fun centsOf(item: Item): Int = item.price().cents
