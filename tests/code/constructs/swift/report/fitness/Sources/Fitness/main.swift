func buildPlan(for owner: String) -> Plan {
    let plan = Plan(owner: owner)
    plan.add(Run(distance: Distance(km: 5)), Stretch())
    return plan
}

func recover(after plan: Plan) -> String {
    var history = History()
    history.record(plan)
    let rest = RecoveryPlan(owner: plan.owner, history: history)
    let long = Run(distance: Distance.marathon())
    if rest.accepts(long) {
        rest.add(long)
    }
    return rest.report()
}

print(recover(after: buildPlan(for: "Sam")))
