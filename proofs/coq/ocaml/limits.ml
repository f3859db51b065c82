(* A check in a process of its own, whose time and memory the system limits, like the plain checker's
   (exactbox/checker/alone.py). Decides nothing: who is stopped gave up. *)
exception Gave_up of string

external limit_process : int -> int -> unit = "limit_process"

let enforced = true

let is_regular file =
  match Unix.stat file with
  | found -> found.st_kind = Unix.S_REG
  | exception Unix.Unix_error (error, _, _) -> raise (Sys_error (Unix.error_message error))

(* What f makes of (), in so many seconds and bytes. *)
let run ~seconds ~memory f =
  let reads, writes = Unix.pipe () in
  match Unix.fork () with
  | 0 ->
      let code = try
        Unix.dup2 (Unix.openfile "/dev/null" [ Unix.O_WRONLY ] 0) Unix.stderr;
        limit_process seconds memory;
        let channel = Unix.out_channel_of_descr writes in
        Marshal.to_channel channel (f ()) []; flush channel; 0
      with _ -> 2 in
      Unix._exit code
  | child ->
      Unix.close writes;
      let channel = Unix.in_channel_of_descr reads in
      let made = try Some (Marshal.from_channel channel) with End_of_file | Failure _ -> None in
      close_in channel;
      match made, snd (Unix.waitpid [] child) with
      | Some made, Unix.WEXITED 0 -> made
      | _, Unix.WSIGNALED signal when signal <> Sys.sigabrt ->
          raise (Gave_up (Printf.sprintf
            "it takes more than %d seconds of a processor (see --max-seconds), or its process died"
            seconds))
      | _ ->  (* OCaml's runtime and GMP abort where there is no memory *)
          raise (Gave_up "the check needs more memory than a file of this size gets")
