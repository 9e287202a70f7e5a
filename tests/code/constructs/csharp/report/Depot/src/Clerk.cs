using Depot.Goods;
using Depot.Storage;
using static Depot.Common.Measures;

namespace Depot
{
    internal class Clerk
    {
        private readonly Shelf<Parcel> shelf;

        private Clerk(Shelf<Parcel> shelf)
        {
            this.shelf = shelf;
        }

        internal static Clerk Hire()
        {
            var journal = new Shelf<Parcel>.Journal();
            journal.Write("hired").Write("today");
            return new Clerk(new Shelf<Parcel>(journal));
        }

        internal int Room(Parcel parcel)
        {
            switch (parcel)
            {
                case Crate crate:
                    return Max(crate.Stack(), 2);
                case Tube tube when tube.Length() > 100:
                    return 1;
                default:
                    return 0;
            }
        }

        internal double Store(string code)
        {
            var tube = new Tube(code);
            tube.Grams = 900;
            shelf.Add(tube).Add(new Crate(code, Scale(5)));
            IWeighed weighed = tube;
            System.Console.WriteLine(weighed.IsHeavy() ? tube.Describe() : shelf.Runner().Describe());
            return tube.Volume() + shelf.Volume() + ((Crate)shelf.Runner()).Stack();
        }

        private double Scale(double value)
        {
            return value * 10;
        }

        public static void Main()
        {
            Clerk clerk = Hire();
            clerk.Store("a-1");
            clerk.shelf.Clear();
            System.Console.WriteLine(Depot.Common.Measures.Litres(2, 3, 4));
        }
    }
}
