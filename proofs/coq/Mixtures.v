(* A mixture: a coin, tossed once, says which of several policies is followed. It is a policy of the
   process itself, which tosses its coins step by step: what it met and chose so far says how likely
   each of the policies is by now, and it picks as they do, by these chances. Whatever the payoff, n
   steps pay the mean of what they pay under the policies: what check_policy of
   exactbox/checker/trade_off.py finds. *)
From Coq Require Import QArith Qabs List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions Plays.
Import ListNotations.
Local Open Scope Q_scope.

Lemma E_swap {A B} (l : list (Q * A)) (m : list (Q * B)) g :
  E l (fun a => E m (g a)) == E m (fun b => E l (fun a => g a b)).
Proof.
  induction l as [ | [p a] l IH]; cbn [E].
  - rewrite E_const. ring.
  - rewrite IH, E_plus, E_scale. reflexivity.
Qed.

(* The limit of a weighted sum. *)
Lemma sum_converges {A} (l : list (Q * A)) (u : A -> nat -> Q) v :
  (forall p a, In (p, a) l -> converges (u a) (v a)) ->
  converges (fun n => E l (fun a => u a n)) (E l v).
Proof.
  induction l as [ | [p a] l IH]; intros H; cbn [E].
  { split; intros eps e0; exists O; intros; lra. }
  destruct (IH (fun q b i => H q b (or_intror i))) as [lo hi].
  destruct (H p a (or_introl eq_refl)) as [lo' hi'].
  assert (K : forall eps, 0 < eps -> exists e, 0 < e /\ - eps <= p * e <= eps).
  { intros eps e0. assert (N := Qabs_nonneg p). assert (U := Qle_Qabs p).
    assert (L := Qle_Qabs (- p)). rewrite Qabs_opp in L. set (b := Qabs p) in *.
    assert (F : (b + 1) * / (b + 1) == 1) by (apply Qmult_inv_r; lra).
    assert (I0 : 0 < / (b + 1)) by (apply Qinv_lt_0_compat; lra). set (k := / (b + 1)) in *.
    exists (eps * k). assert (b * k <= 1) by nra. assert (p * k <= 1) by nra.
    assert (- (1) <= p * k) by nra. split; [nra | split; nra]. }
  split; intros eps e0; destruct (K (eps * (1 # 2)) ltac:(lra)) as [e [e1 Hp]];
    [destruct (lo (eps * (1 # 2)) ltac:(lra)) as [m Hm]
    | destruct (hi (eps * (1 # 2)) ltac:(lra)) as [m Hm]];
    destruct (lo' e e1) as [m1 H1]; destruct (hi' e e1) as [m2 H2];
    exists (m + m1 + m2)%nat; intros n le; specialize (Hm n ltac:(lia));
    specialize (H1 n ltac:(lia)); specialize (H2 n ltac:(lia)); cbn beta in Hm;
    destruct (Qlt_le_dec p 0); nra.
Qed.

Section Mixture.
  Variable P : process.
  Variable same : forall c d : choice P, {c = d} + {c <> d}.
  Variable available : state P -> list (choice P).
  Variable shares : list (Q * policy P).
  Hypothesis adds_up : distribution shares.
  Hypothesis each : forall p s, In (p, s) shares -> plays P available s.

  (* The probability of c, and of all choices of a past. *)
  Definition chance (l : list (Q * choice P)) (c : choice P) : Q :=
    E l (fun d => if same d c then 1 else 0).

  Fixpoint likelihood (h : history P) (s : policy P) : Q :=
    match h with
    | [] => 1
    | (x, c) :: h =>
        match available x with [] => 0 | _ => likelihood h s * chance (s h x) c end
    end.

  Definition mass (h : history P) : Q := E shares (likelihood h).

  (* After a past that has probability 0 it does as the first policy does. *)
  Definition mixture : policy P := fun h x =>
    if Qeq_bool (mass h) 0 then match shares with [] => [] | (_, s) :: _ => s h x end
    else flat_map (fun a => map (fun b => (fst a * (likelihood h (snd a) / mass h) * fst b, snd b))
      (snd a h x)) shares.

  Lemma E_mixture h x f : ~ mass h == 0 ->
    E (mixture h x) f == E shares (fun s => likelihood h s / mass h * E (s h x) f).
  Proof.
    intros ne. unfold mixture. destruct (Qeq_bool (mass h) 0) eqn:e;
      [apply Qeq_bool_iff in e; contradiction | clear e].
    generalize (mass h) shares. intros k l. induction l as [ | [p s] l IH]; [reflexivity | ].
    cbn [flat_map E fst snd]. rewrite E_app, IH. apply Qplus_comp; [ | reflexivity].
    induction (s h x) as [ | [q c] m IHm]; cbn [map E fst snd]; [ring | rewrite IHm; ring].
  Qed.

  Lemma likelihood_nonneg h p s : In (p, s) shares -> 0 <= likelihood h s.
  Proof.
    intros i. induction h as [ | [x c] h IH]; cbn [likelihood]; [lra | ].
    destruct (available x) eqn:e; [lra | ].
    assert (0 <= chance (s h x) c); [ | nra].
    apply E_nonneg; [exact (proj1 (proj1 (each p s i h x ltac:(congruence)))) | ].
    intros q d _. destruct (same d c); lra.
  Qed.

  Lemma mass_nonneg h : 0 <= mass h.
  Proof. exact (E_nonneg _ _ (proj1 adds_up) (fun p s => likelihood_nonneg h p s)). Qed.

  Theorem mixture_plays : plays P available mixture.
  Proof.
    intros h x ne. destruct (Qeq_dec (mass h) 0) as [e | e].
    - unfold mixture. apply Qeq_bool_iff in e. rewrite e. destruct shares as [ | [p s] l] eqn:es.
      + exfalso. destruct adds_up as [_ m]. cbn in m. lra.
      + exact (each p s (or_introl eq_refl) h x ne).
    - assert (m0 := mass_nonneg h). assert (I0 : 0 < / mass h) by (apply Qinv_lt_0_compat; lra).
      assert (S : forall q c, In (q, c) (mixture h x) -> 0 <= q /\ In c (available x)).
      { unfold mixture. destruct (Qeq_bool (mass h) 0) eqn:eb;
          [apply Qeq_bool_iff in eb; contradiction | ].
        intros q c i. apply in_flat_map in i as [[p s] [i j]].
        apply in_map_iff in j as [[r d] [ec j]]. cbn [fst snd] in *. injection ec as <- <-.
        destruct (each p s i h x ne) as [[w _] a]. split; [ | exact (a r d j)].
        assert (r0 := w r d j). assert (p0 := proj1 adds_up p s i).
        assert (l0 := likelihood_nonneg h p s i). unfold Qdiv.
        apply Qmult_le_0_compat; [ | exact r0]. apply Qmult_le_0_compat; [exact p0 | nra]. }
      split; [split | ]; [intros q c i; exact (proj1 (S q c i)) | |
        intros q c i; exact (proj2 (S q c i))].
      rewrite (E_mixture h x _ e).
      assert (E1 : E shares (fun s => likelihood h s / mass h * E (s h x) (fun _ => 1))
        == E shares (fun s => / mass h * likelihood h s)).
      { apply E_eq. intros p s i. destruct (each p s i h x ne) as [[_ m] _]. rewrite m.
        unfold Qdiv. ring. }
      rewrite E1, E_scale. fold (mass h). rewrite Qmult_comm. apply Qmult_inv_r. exact e.
  Qed.

  (* Sums by choice. *)
  Lemma E_pick (ks : list (choice P)) a f : NoDup ks -> In a ks ->
    E (map (pair 1) ks) (fun c => (if same a c then 1 else 0) * f c) == f a.
  Proof.
    induction ks as [ | c ks IH]; intros nd i; [destruct i | ]. inversion nd as [ | ? ? out nd'].
    subst. cbn [map E]. destruct (same a c) as [e | ne].
    - subst c. rewrite (E_eq _ _ (fun _ => 0)), E_const; [ring | ]. intros p d j.
      apply in_map_iff in j as [d' [ed j]]. injection ed as _ <-.
      destruct (same a d') as [e | _]; [subst; contradiction | ring].
    - destruct i as [e | i]; [congruence | ]. rewrite (IH nd' i). ring.
  Qed.

  Lemma E_by_choice l ks f : NoDup ks -> (forall p c, In (p, c) l -> In c ks) ->
    E l f == E (map (pair 1) ks) (fun c => chance l c * f c).
  Proof.
    intros nd. induction l as [ | [p a] l IH]; intros H; cbn [E].
    - rewrite (E_eq _ _ (fun _ => 0)), E_const; [ring | ]. intros. cbn. ring.
    - rewrite (IH (fun q c i => H q c (or_intror i))).
      rewrite <- (E_pick ks a f nd (H p a (or_introl eq_refl))), <- E_scale, <- E_plus.
      apply E_eq. intros q c _. unfold chance. cbn [E]. ring.
  Qed.

  Lemma by_choice h x (W : policy P -> choice P -> Q) : available x <> [] ->
    E shares (fun s => likelihood h s * E (s h x) (W s))
    == E (map (pair 1) (nodup same (available x))) (fun c =>
         E shares (fun s => likelihood ((x, c) :: h) s * W s c)).
  Proof.
    intros ne. rewrite <- E_swap. apply E_eq. intros p s i.
    rewrite (E_by_choice (s h x) (nodup same (available x)) (W s) (NoDup_nodup same _)).
    - rewrite <- E_scale. apply E_eq. intros q c _. cbn [likelihood].
      destruct (available x); [contradiction | ring].
    - intros q c j. apply nodup_In. exact (proj2 (each p s i h x ne) q c j).
  Qed.

  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Variable y : payoff_of P.

  Lemma mixture_mean n : forall h x, In x nodes ->
    E shares (fun s => likelihood h s * J P y s n h x) == mass h * J P y mixture n h x.
  Proof.
    assert (const : forall h q, E shares (fun s => likelihood h s * q) == mass h * q).
    { intros h q. unfold mass. rewrite (E_eq _ _ (fun s => q * likelihood h s)) by (intros; ring).
      rewrite E_scale. ring. }
    induction n as [ | n IH]; intros h x i; cbn [J]; destruct (stop y x); try apply const.
    assert (ne := some_option inside x i).
    set (V := fun s c => paid y c + discount y * match branches P c with [] => over y
      | l => E (probabilities l) (J P y s n ((x, c) :: h)) end).
    change (E shares (fun s => likelihood h s * E (s h x) (V s))
      == mass h * E (mixture h x) (V mixture)).
    destruct (Qeq_dec (mass h) 0) as [e | e].
    { rewrite e. rewrite (E_same _ _ (fun _ => 0)); [rewrite E_const; ring | ]. intros p s j.
      destruct (E_zero shares (likelihood h) (proj1 adds_up) (likelihood_nonneg h) e p s j)
        as [p0 | l0]; [left; exact p0 | right; rewrite l0; ring]. }
    rewrite (E_mixture h x _ e), <- E_scale.
    rewrite (E_eq shares (fun s => mass h * (likelihood h s / mass h * E (s h x) (V mixture)))
      (fun s => likelihood h s * E (s h x) (V mixture))) by (intros; field; exact e).
    rewrite (by_choice h x V ne), (by_choice h x (fun _ => V mixture) ne).
    apply E_eq. intros q c j. apply in_map_iff in j as [d [ed j]]. injection ed as _ <-.
    apply nodup_In in j. rewrite const. unfold V.
    assert (B : E shares (fun s => likelihood ((x, d) :: h) s * match branches P d with [] => over y
        | l => E (probabilities l) (J P y s n ((x, d) :: h)) end)
      == mass ((x, d) :: h) * match branches P d with [] => over y
        | l => E (probabilities l) (J P y mixture n ((x, d) :: h)) end).
    { destruct (branches P d) as [ | b l] eqn:eb; [apply const | ]. rewrite <- eb.
      rewrite (E_eq _ _ (fun s => E (probabilities (branches P d)) (fun z =>
        likelihood ((x, d) :: h) s * J P y s n ((x, d) :: h) z)))
        by (intros; rewrite E_scale; reflexivity).
      rewrite E_swap, <- E_scale. apply E_eq. intros p z k.
      exact (IH ((x, d) :: h) z (lands inside x d p z i j k)). }
    rewrite (E_eq shares _ (fun s => likelihood ((x, d) :: h) s * paid y d + discount y *
      (likelihood ((x, d) :: h) s * match branches P d with [] => over y
        | l => E (probabilities l) (J P y s n ((x, d) :: h)) end))) by (intros; ring).
    rewrite E_plus, E_scale, B, const. ring.
  Qed.

  (* A policy that remembers and tosses coins pays the mean, in each number of steps. *)
  Theorem mixture_pays n x : In x nodes ->
    J P y mixture n [] x == E shares (fun s => J P y s n [] x).
  Proof.
    intros i. assert (M := mixture_mean n [] x i). unfold mass in M. cbn [likelihood] in M.
    rewrite (proj2 adds_up), Qmult_1_l in M. rewrite <- M. apply E_eq. intros. ring.
  Qed.

  Theorem mixture_converges x (v : policy P -> Q) : In x nodes ->
    (forall p s, In (p, s) shares -> converges (fun n => J P y s n [] x) (v s)) ->
    converges (fun n => J P y mixture n [] x) (E shares v).
  Proof.
    intros i H. destruct (sum_converges shares (fun s n => J P y s n [] x) v H) as [lo hi].
    split; intros eps e0; [destruct (lo eps e0) as [n0 G] | destruct (hi eps e0) as [n0 G]];
      exists n0; intros n le; specialize (G n le); cbn beta in G; rewrite (mixture_pays n x i);
      exact G.
  Qed.
End Mixture.
