namespace Subscriptions.Text;

public static class Formatting
{
    public static string ToSlug(this string text)
    {
        return text.Trim().ToLowerInvariant().Replace(' ', '-');
    }

    public static string Money(decimal amount)
    {
        return Money(amount, "EUR");
    }

    public static string Money(decimal amount, string currency)
    {
        return currency + " " + Round(amount);
    }

    public static decimal Round(decimal amount) => decimal.Round(amount, 2);
}
