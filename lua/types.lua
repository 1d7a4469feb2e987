---@meta
-- What scripts can use, for editors (LuaLS). Never run; `heapproof` brings the functions itself.

---A number, a word, true or false; a list of them; a range; a neighbourhood.
---@alias hp.values number|string|boolean|(number|string|boolean)[]|hp.Range|hp.Around

---{ from = 1, to = 9, step = 2 } or { from = 1, to = 8, factor = 2 }
---@class hp.Range
---@field from number
---@field to number
---@field step? number
---@field factor? number

---The neighbours of a boundary: the last value below, around - by, and the first from it on, around; with span
---so many of each; and what `also` names.
---@class hp.Around
---@field around number
---@field by? number
---@field span? number
---@field also? (number|string|boolean)[]

---Conditions on a case. Axes: workload, method or probe, heap, plugin, runtime, gc, processors, machine,
---threshold, sweep; any parameter of the workload by its name. All keys must hold; values are alternatives.
---@alias hp.Filter table<string, hp.values>

---@class hp.Sweep
---@field workload string
---@field method? string|string[]
---@field probe? string|string[]
---@field baseline? string ratios of the report are against this method
---@field with? table<string, hp.values> parameters
---@field on? table<string, hp.values> heap, runtime, gc, processors, threshold, machine: in place of the file's `on`
---@field where? { only?: hp.Filter|hp.Filter[], except?: hp.Filter|hp.Filter[] }
---@field zip? string[]|string[][] names that advance together
---@field measure? "all"|"counters"|"times"
---@field rounds? integer timed launches of each case, in place of the file's `measure.rounds`

---@class hp.Bounds one of the three
---@field above? number
---@field below? number
---@field between? number[] low, high

---@class hp.Ratio : hp.Bounds
---@field [1] string metric
---@field of? hp.Filter
---@field to? hp.Filter

---@class hp.Boundary
---@field [1] string metric
---@field over string parameter
---@field below number last value at which the predicate is false
---@field above number first value at which it is true
---@field is fun(value: number): boolean

---@class hp.Crossover
---@field [1] string metric
---@field over string parameter
---@field of hp.Filter what becomes cheaper
---@field to hp.Filter than what
---@field between number[] first and last value that may be the one from which on it is cheaper

---@class hp.Check
---@field ru? string the claim in Russian
---@field seed? string where the claim comes from, "000, story 2"
---@field where? hp.Filter
---@field decides? boolean false: shown, but never in the exit code
---@field known? string a known deviation and its reason
---@field equal? table { "metric", value } or { metric = value, ... }: exactly, in every iteration
---@field at_least? table { "metric", value }
---@field at_most? table { "metric", value }
---@field between? table { "metric", low, high }
---@field within? table { "metric", value, absolute = a, relative = r }: one or both, the wider decides
---@field ratio? hp.Ratio judged by the 95 % interval of the ratio
---@field boundary? hp.Boundary
---@field crossover? hp.Crossover the first value from which on the interval of every ratio lies below 1
---@field each? fun(case: hp.Case)

---A metric of a case; compares with numbers by its median.
---@class hp.Metric
---@field median number
---@field low number lower end of the 95 % interval of the median
---@field high number
---@field min number
---@field max number
---@field mean number
---@field n number samples
---@field equal boolean all samples are equal
---@field name string
---@field unit string
---@field value number|string
---@field text string of a metric that is a text

---A case of the run, read-only. Axes and parameters are fields; so is every metric that it has samples of.
---@class hp.Case
---@field id string
---@field heap string
---@field runtime integer
---@field threshold number|string
---@field machine string
---@field time hp.Metric short for time_ns
---@field at fun(other: hp.Filter): hp.Case the same case with another value; the check is broken without one
---@field has fun(metric: string): boolean
---@field [string] hp.Metric|number|string|boolean|nil

---@class hp
hp = {}

---@param name string
---@return fun(sweep: hp.Sweep)
function hp.sweep(name) end

---@param range hp.Range
---@return hp.Range
function hp.range(range) end

---@param value number
---@param by? number
---@return hp.Around
function hp.around(value, by) end

---@param claim string
---@return fun(check: hp.Check)
function hp.check(claim) end

-- Inside an `each` function: record a comparison and answer whether it holds.

---@param value hp.Metric|number|string
---@param want hp.Metric|number|string
---@return boolean
function hp.equal(value, want) end

---@param value hp.Metric|number
---@param bound hp.Metric|number
---@return boolean
function hp.at_least(value, bound) end

---@param value hp.Metric|number
---@param bound hp.Metric|number
---@return boolean
function hp.at_most(value, bound) end

---@param value hp.Metric|number
---@param low number
---@param high number
---@return boolean
function hp.between(value, low, high) end

---@param value hp.Metric|number
---@param want number
---@param by { absolute?: number, relative?: number }
---@return boolean
function hp.within(value, want, by) end

---@param of hp.Metric
---@param to hp.Metric
---@param bounds hp.Bounds
---@return boolean
function hp.ratio(of, to, bounds) end

---@param condition any
---@param words string what is claimed
---@return boolean
function hp.that(condition, words) end
