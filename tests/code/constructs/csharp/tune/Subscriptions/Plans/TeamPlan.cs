namespace Subscriptions.Plans;

public class TeamPlan : Plan
{
    private readonly int included;

    public TeamPlan(string name, decimal price, int included)
        : base(name, price)
    {
        this.included = included;
    }

    public override string Label => base.Label + " (team)";

    public override decimal MonthlyCost(int seats)
    {
        return Price * Extra(seats);
    }

    public override decimal YearlyCost(int seats)
    {
        return base.YearlyCost(seats) * 0.9m;
    }

    public int Extra(int seats) => Math.Max(seats - included, 1);
}

public class SoloPlan : Plan
{
    public SoloPlan(decimal price) : base("solo", price)
    {
    }

    public override decimal MonthlyCost(int seats) => Price;

    public string Owner() => "you";
}
