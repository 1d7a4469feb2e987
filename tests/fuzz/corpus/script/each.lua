hp.check "x" { each = function(case)
  hp.equal(case.gen2_per_1000, 0) hp.between(case.size, 1, 2) hp.that(case.heap == "gen", "gen")
  hp.ratio(case.gen2_per_1000, case.at { size = 21244 }.gen2_per_1000, { above = 1 })
  hp.within(case.gen2_per_1000.median, 3, { absolute = 2 })
end }
