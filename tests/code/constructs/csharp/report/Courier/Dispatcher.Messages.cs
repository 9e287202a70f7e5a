namespace Courier;

public partial class Dispatcher
{
    private static string Compose(int number)
    {
        string Log(string text) => "<" + text + ">";
        return Log(Compose(number, "msg"));
    }

    private static string Compose(int number, string prefix)
    {
        return string.Concat(prefix, Digits(number));
    }

    private static string Digits(int number)
    {
        return number < 10 ? number.ToString() : Digits(number / 10) + Digits(number % 10);
    }
}
