"""Throws every program die of a closed save again:  python3 check_dice.py game.longroll

Needs nothing but Python 3, and shares no code with Long Roll. BLAKE3 is written out for inputs of at most 1024 bytes, which
a secret and a few words do not exceed. The chain of the file is not checked here; docs/saves.md says how."""
import json
import struct
import sys

IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
ORDER = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
           (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
LOW = 0xFFFFFFFF

def right(word, bits):
    return (word >> bits | word << 32 - bits) & LOW

def compress(chaining, words, length, flags):
    v = list(chaining) + list(IV[:4]) + [0, 0, length, flags]
    for _ in range(7):
        for place, (a, b, c, d) in enumerate(COLUMNS):
            for word, first, second in ((words[2 * place], 16, 12), (words[2 * place + 1], 8, 7)):
                v[a] = (v[a] + v[b] + word) & LOW
                v[d] = right(v[d] ^ v[a], first)
                v[c] = (v[c] + v[d]) & LOW
                v[b] = right(v[b] ^ v[c], second)
        words = [words[place] for place in ORDER]
    return [v[place] ^ v[place + 8] for place in range(8)]

def blake3(chaining, data, flags):
    assert len(data) <= 1024
    blocks = [data[at:at + 64] for at in range(0, len(data), 64)] or [b""]
    for place, block in enumerate(blocks):
        first, last = place == 0, place == len(blocks) - 1
        words = struct.unpack("<16I", block.ljust(64, b"\0"))
        chaining = compress(chaining, words, len(block), flags | first * 1 | last * (2 | 8))
    return chaining

def derive_key(context, material):
    return struct.pack("<8I", *blake3(blake3(IV, context.encode(), 32), material, 64))

def chacha20(key, number, block):
    start = list(struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", key)
                 + struct.unpack("<4I", struct.pack("<2Q", block, number)))
    v = start[:]
    for _ in range(10):
        for a, b, c, d in COLUMNS:
            for x, y, z, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                v[x] = (v[x] + v[y]) & LOW
                v[z] = right(v[z] ^ v[x], 32 - bits)
    return [(word + begin) & LOW for word, begin in zip(v, start)]

def face(key, number, sides):
    """The place of the face, counted from zero."""
    words = (word for block in range(1 << 64) for word in chacha20(key, number, block))
    for word in words:
        product = word * sides
        if product & LOW >= (1 << 32) % sides:
            return product >> 32

def dice_key(secret, seats):
    material = secret + struct.pack("<Q", len(seats))
    for text in (text.encode() for seat in seats for text in seat):
        material += struct.pack("<Q", len(text)) + text
    return derive_key("longroll dice key v1", material)

FACES = {"d3": (1, 2, 3), "d6": (1, 2, 3, 4, 5, 6), "d10": tuple(range(10)), "AV": (2, 3, 3, 4, 4, 5)}

def faces_of(die):
    return tuple(range(1, int(die[5:]) + 1)) if die.startswith("card/") else FACES[die]

def strings(text):
    decoder, found = json.JSONDecoder(), []
    while text:
        string, end = decoder.raw_decode(text)
        found.append(string)
        text = text[end:].lstrip()
    return found

def main(path):
    seats, throws, secret, commitment, typed = [], [], None, None, 0
    for line in open(path, encoding="utf-8", newline="\n"):
        keyword, _, rest = line.rstrip("\n").partition(" ")
        if keyword == "seat":
            seats.append(strings(rest))
        elif keyword == "commitment":
            commitment = rest
        elif keyword == "reveal":
            secret = bytes.fromhex(rest)
        elif keyword == "dice":
            notation, *shown, source = rest.split(" ")
            if source == "typed":
                typed += len(shown)
            else:
                throws.append((notation.lstrip("0123456789"), [int(face) for face in shown], int(source[1:])))
    if secret is None:
        sys.exit("the game is not closed: its secret is not shown yet")
    if derive_key("longroll dice commitment v1", secret).hex() != commitment:
        sys.exit("the secret is not the one committed to")
    key, expected, wrong = dice_key(secret, seats), 1, 0
    for die, shown, first in throws:
        if first != expected:
            sys.exit(f"die #{first} follows die #{expected - 1}: dice are missing")
        faces = faces_of(die)
        for number, face_shown in enumerate(shown, first):
            should = faces[face(key, number, len(faces))]
            if should != face_shown:
                print(f"die #{number} ({die}) shows {face_shown} and must show {should}")
                wrong += 1
        expected += len(shown)
    print(f"{expected - 1} dice of the program, {wrong} wrong; {typed} typed dice, which prove nothing")
    sys.exit(1 if wrong else 0)

if __name__ == "__main__":
    main(sys.argv[1])
