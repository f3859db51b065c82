(* A script has no limits of its own: a page ends the worker that it runs in. *)
exception Gave_up of string

let enforced = false
let is_regular _ = true
let run ~seconds:_ ~memory:_ f = f ()
