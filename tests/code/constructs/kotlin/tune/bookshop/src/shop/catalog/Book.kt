package shop.catalog

import shop.text.slug

data class Price(val cents: Int) {
    fun times(n: Int): Price = Price(cents * n)
    fun minus(other: Price): Price = Price(cents - other.cents)

    fun text(): String = "%d.%02d".format(cents / 100, cents % 100)
}

interface Item {
    val title: String
    fun price(): Price
    fun label(): String = title + " " + price().text()
}

class Book(override val title: String, private val base: Price) : Item {
    override fun price(): Price = base

    fun path(): String = "/books/" + title.slug()
}

class Bundle(override val title: String, private val items: List<Item>) : Item {
    override fun price(): Price {
        var sum = Price(0)
        for (item in items) {
            sum = Price(sum.cents + item.price().cents)
        }
        return sum.minus(discount(items.size))
    }

    override fun label(): String = "Bundle: " + super.label()

    private fun discount(count: Int): Price {
        return Price(50).times(count)
    }
}
