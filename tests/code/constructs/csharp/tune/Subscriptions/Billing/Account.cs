using Subscriptions.Plans;
using static Subscriptions.Text.Formatting;

namespace Subscriptions.Billing;

public class Account
{
    private readonly Dictionary<string, Plan> plans = new();
    private readonly Ledger ledger;
    private int seats = 1;

    public Account(Ledger ledger)
    {
        this.ledger = ledger;
    }

    public event Action<string>? Charged;

    public void Add(Plan plan)
    {
        plans.Add(plan.Name, plan);
        Charged += OnCharged;
    }

    public Plan? Find(string name)
    {
        return plans.TryGetValue(name, out var plan) ? plan : null;
    }

    public decimal Total()
    {
        decimal sum = 0;
        foreach (var plan in plans.Values)
        {
            sum += plan.MonthlyCost(seats);
        }
        return Round(sum);
    }

    public string Holder(string name)
    {
        var plan = Find(name);
        if (plan is SoloPlan solo)
        {
            return solo.Owner();
        }
        var team = plan as TeamPlan;
        return Money(team?.Extra(seats) ?? 0);
    }

    public void Charge()
    {
        using (var entry = ledger.Open("charge"))
        {
            entry.Write(Money(Total(), "USD"));
        }
        Charged?.Invoke("done");
    }

    public List<string> Labels()
    {
        return plans.Values.Where(p => p.Price > 0).Select(p => p.Label).ToList();
    }

    private decimal Round(decimal amount)
    {
        return Math.Round(amount);
    }

    private void OnCharged(string note) => ledger.Note(note);
}
