using Subscriptions.Billing;
using Subscriptions.Plans;

namespace Subscriptions;

public static class Program
{
    public static void Main(string[] args)
    {
        Ledger ledger = new();
        var account = new Account(ledger);
        Setup(account, args.Length);
        account.Charge();
        Console.WriteLine(ledger.Count(Ledger.IsLong));
        Console.WriteLine(account.Find("solo")!.YearlyCost(1));
    }

    private static void Setup(Account account, int seats)
    {
        var team = new TeamPlan("Blue Team", 9m, 3);
        account.Add(team);
        account.Add(new SoloPlan(5m));
        team.Price = 10m;
        Console.WriteLine(team.Label + team.YearlyCost(seats));
        Console.WriteLine(Subscriptions.Text.Formatting.Money(team.MonthlyCost(seats)));
        Console.WriteLine(Sum(3));

        int Sum(int depth)
        {
            return depth == 0 ? 0 : account.Labels().Count + Sum(depth - 1);
        }
    }
}
