namespace Courier;

public partial class Dispatcher
{
    public static async Task Main(string[] args)
    {
        await Run(args.Length, Log);
        using var spare = new Channel("spare");
        await spare.SendAsync("ping", Priority.Low);
    }

    private static async Task Run(int count, Action<string> report)
    {
        await using (var channel = Channel.To("tls:hub"))
        {
            for (var i = 0; i < count; i++)
            {
                Func<Task<bool>> send = () => channel.SendAsync(Compose(i), Priority.High);
                report(await send() ? "sent" : "lost");
            }
        }
    }

    private static void Log(string line) => Console.WriteLine(line);
}
