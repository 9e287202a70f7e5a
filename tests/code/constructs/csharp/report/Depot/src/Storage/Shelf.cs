using System;
using System.Collections.Generic;
using System.Linq;
using Depot.Common;
using Depot.Goods;

namespace Depot.Storage
{
    public class Shelf<TParcel> where TParcel : Parcel
    {
        private readonly List<TParcel> parcels = new List<TParcel>();
        private readonly Journal journal;

        public Shelf(Journal journal)
        {
            this.journal = journal;
        }

        public event Action Emptied;

        public Shelf<TParcel> Add(TParcel parcel)
        {
            parcels.Add(parcel);
            journal.Write(parcel.Tag);
            return this;
        }

        public void Clear()
        {
            parcels.Clear();
            Emptied += journal.Reset;
            Emptied?.Invoke();
        }

        public double Volume()
        {
            double sum = 0;
            foreach (TParcel parcel in parcels)
            {
                sum += parcel.Volume();
            }
            return sum;
        }

        public TParcel Runner() => parcels.Second();

        public IEnumerable<TParcel> Heaviest()
        {
            return parcels.Where(Check).OrderBy(p => p.Weight());
        }

        private static bool Check(TParcel parcel) => parcel.Grams > 0;

        public class Journal
        {
            private int lines;

            public Journal Write(string line)
            {
                lines += 1;
                return this;
            }

            public void Reset() => lines = 0;
        }
    }
}
