-- An error in the body of a script: its place, who called, and nothing is judged.
local function claim(words)
  hp.chek (words) -- expect error: hp has no "chek" - did you mean "check"?
end

hp.check "before it" {
  where = { probe = "blocks" },
  equal = { result_type = "nothing" },
}

claim "a slip in a name"
