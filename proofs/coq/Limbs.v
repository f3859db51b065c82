(* Long numbers as integers of Coq's kernel, of 60 bits each, the lowest first. Theorems that are
   checked with them depend on the kernel's arithmetic of these, which Print Assumptions lists. *)
From Coq Require Import ZArith NArith List Uint63.

Fixpoint put (bits : nat) (limb : int) (rest : N) : N :=
  match bits with
  | O => rest
  | S bits =>
      let n := put bits (limb >> 1)%uint63 rest in
      if (limb land 1 =? 0)%uint63 then N.double n else N.succ_double n
  end.

Definition of_limbs (l : list int) : Z := Z.of_N (fold_right (put 60) 0%N l).
