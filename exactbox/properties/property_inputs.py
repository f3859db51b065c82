"""A model in a file and the properties that are asked of it, before the model is read.

Names, constants and types are looked at first, in the texts alone: an unknown property, one with a
constant that is open, or a question that is not answered for this type of model costs no building.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactbox.formats.recognition import PROGRAMS, model_file
from exactbox.inputs import Input
from exactbox.properties.constants import Names
from exactbox.properties.declarations import Constant, distinct
from exactbox.properties.parser import Property, parse
from exactbox.properties.programs import read_program
from exactbox.properties.property_files import read_properties
from exactbox.properties.syntax import Expression, names_in
from exactbox.properties.tokens import PropertyError, Source, words_of
from exactbox.showing import first_names


def properties_about(
    path: str,
    files: Sequence[str] = (),
    wanted: Sequence[str] | None = None,
    constants: str = "",
) -> tuple[Input, tuple[Property, ...], Names, str]:
    """The file of a model, the properties to answer, what has names, and the model's type.

    To answer are all properties of the `files`, or those `wanted`, by name or as a text; JANI files
    have properties of their own. The type is what a program's text says, else empty. A ValueError
    says that a file is malformed, a property is unknown, or a constant is neither the program's nor
    declared by a file, and no property or label has its name.
    """
    sources = [read_properties(file) for file in files]
    file = model_file(path)
    if not sources and file.format == ".jani":
        sources = [read_properties(file)]
    declared = distinct([each for source in sources for each in source.properties])
    program = read_program(file) if file.format in PROGRAMS else None
    own_constants: dict[str, Constant] = {}
    labels: dict[str, Expression] = {}
    for source in sources:
        for name, constant in source.constants.items():
            if program is not None and name in program.constants:
                raise ValueError(f"{constant.place}: the program has a constant {name} too")
            own_constants[name] = constant
        labels |= source.labels
    names = Names(constants, own_constants, program, labels)
    chosen = declared if wanted is None else tuple(_select(each, declared) for each in wanted)
    if program is not None or declared or chosen:  # else they are for the reader of the file
        own = {*names.declared, *names.program.constants}
        values = [each.value for each in names.declared.values() if each.value is not None]
        mentioned = {name for node in (*names.labels.values(), *values) for name in names_in(node)}
        for each in (*declared, *chosen):
            if each.formula is not None:
                mentioned |= names_in(each.formula)
            else:  # it is not understood, and is refused for that
                words = words_of(Source(each.text))
                mentioned |= {word.text for word in words if word.kind == "name"}
        mentioned -= names.program.formulas.keys()
        extra = [name for name in names.given if name not in own | mentioned]
        if extra:  # nothing declares it, and nothing speaks of it
            there = first_names(sorted(own))
            raise ValueError(f"no constant {extra[0]}; the constants are: {there}")
    kind = "" if program is None else program.kind or "mdp"
    kind = "mdp" if kind == "smg" else kind  # of one player, or of two by coalitions
    return file, chosen, names, kind


def _select(wanted: str, properties: Sequence[Property]) -> Property:
    """The property of this name, or the one that the text is."""
    for each in properties:
        if each.name == wanted:
            return each
    if wanted.isidentifier() and wanted not in ("true", "false"):
        names = [each.name for each in properties if each.name]
        if not names:
            raise ValueError(
                f"no property {wanted!r}: need --props FILE, which has its name, or the property "
                "itself, such as 'Pmax=? [F x=3]'"
            )
        raise ValueError(f"no property {wanted!r}; the properties are: {first_names(names)}")
    try:
        return parse(wanted)
    except PropertyError as error:
        return Property(None, "", " ".join(wanted.split()), Source(wanted), str(error))
