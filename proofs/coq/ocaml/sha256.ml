(* SHA-256 (FIPS 180-4), of a text, in hexadecimal. *)
let constants = [|
  0x428a2f98l; 0x71374491l; 0xb5c0fbcfl; 0xe9b5dba5l; 0x3956c25bl; 0x59f111f1l; 0x923f82a4l;
  0xab1c5ed5l; 0xd807aa98l; 0x12835b01l; 0x243185bel; 0x550c7dc3l; 0x72be5d74l; 0x80deb1fel;
  0x9bdc06a7l; 0xc19bf174l; 0xe49b69c1l; 0xefbe4786l; 0x0fc19dc6l; 0x240ca1ccl; 0x2de92c6fl;
  0x4a7484aal; 0x5cb0a9dcl; 0x76f988dal; 0x983e5152l; 0xa831c66dl; 0xb00327c8l; 0xbf597fc7l;
  0xc6e00bf3l; 0xd5a79147l; 0x06ca6351l; 0x14292967l; 0x27b70a85l; 0x2e1b2138l; 0x4d2c6dfcl;
  0x53380d13l; 0x650a7354l; 0x766a0abbl; 0x81c2c92el; 0x92722c85l; 0xa2bfe8a1l; 0xa81a664bl;
  0xc24b8b70l; 0xc76c51a3l; 0xd192e819l; 0xd6990624l; 0xf40e3585l; 0x106aa070l; 0x19a4c116l;
  0x1e376c08l; 0x2748774cl; 0x34b0bcb5l; 0x391c0cb3l; 0x4ed8aa4al; 0x5b9cca4fl; 0x682e6ff3l;
  0x748f82eel; 0x78a5636fl; 0x84c87814l; 0x8cc70208l; 0x90befffal; 0xa4506cebl; 0xbef9a3f7l;
  0xc67178f2l |]

let start = [|
  0x6a09e667l; 0xbb67ae85l; 0x3c6ef372l; 0xa54ff53al; 0x510e527fl; 0x9b05688cl; 0x1f83d9abl;
  0x5be0cd19l |]

let ( +% ), ( ^% ), ( &% ) = Int32.(add, logxor, logand)
let shift n x = Int32.shift_right_logical x n
let rotate n x = Int32.(logor (shift_right_logical x n) (shift_left x (32 - n)))

(* The state after the 64 bytes of a text from here on; w has room for 64 words. *)
let add_block h w text from =
  for t = 0 to 15 do w.(t) <- String.get_int32_be text (from + (4 * t)) done;
  for t = 16 to 63 do
    let a = w.(t - 15) and b = w.(t - 2) in
    w.(t) <- w.(t - 16) +% w.(t - 7)
      +% (rotate 7 a ^% rotate 18 a ^% shift 3 a) +% (rotate 17 b ^% rotate 19 b ^% shift 10 b)
  done;
  let v = Array.copy h in
  for t = 0 to 63 do
    let a = v.(0) and b = v.(1) and c = v.(2) and e = v.(4) in
    let first = v.(7) +% (rotate 6 e ^% rotate 11 e ^% rotate 25 e)
      +% ((e &% v.(5)) ^% (Int32.lognot e &% v.(6))) +% constants.(t) +% w.(t) in
    let second = (rotate 2 a ^% rotate 13 a ^% rotate 22 a)
      +% ((a &% b) ^% (a &% c) ^% (b &% c)) in
    Array.blit v 0 v 1 7;
    v.(4) <- v.(4) +% first;
    v.(0) <- first +% second
  done;
  Array.iteri (fun i x -> h.(i) <- h.(i) +% x) v

let hexadecimal text =
  let h = Array.copy start and w = Array.make 64 0l in
  let length = String.length text in
  let whole = length / 64 in
  for block = 0 to whole - 1 do add_block h w text (64 * block) done;
  (* the rest, a bit that is 1, zeros, and the length in bits *)
  let rest = length mod 64 in
  let last = Bytes.make (if rest < 56 then 64 else 128) '\000' in
  Bytes.blit_string text (64 * whole) last 0 rest;
  Bytes.set last rest '\128';
  Bytes.set_int64_be last (Bytes.length last - 8) (Int64.mul 8L (Int64.of_int length));
  let last = Bytes.to_string last in
  for block = 0 to (String.length last / 64) - 1 do add_block h w last (64 * block) done;
  String.concat "" (Array.to_list (Array.map (Printf.sprintf "%08lx") h))
