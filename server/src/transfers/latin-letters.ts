// Vowel signs and accents that the alphabet's own readers leave out: Latin, Greek and Cyrillic accents, Hebrew and Arabic points. The
// marks of other scripts are letters of their own.
const marks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/gu

// Each letter, and what it becomes. Cyrillic as passports write it in Latin letters (ICAO 9303), Greek by ELOT 743, both for each letter
// alone; of Arabic the letters that are written for each other. A decomposed letter, such as й, has lost its mark before.
const letters = new Map(
  [
    'ßss æae œoe øo łl đd ðd þth ħh ıi ĸk ŋn ŧt',
    'аa бb вv гg дd еe жzh зz иi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъie ыy ь эe юiu яia',
    'іi єie ґg ђd ћc љlj њnj џdz јj ѕdz ѣe ѳf ѵi',
    'αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo',
    'ىي یي ةه ەه کك ٱا ـ',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => [pair[0]!, pair.slice(1)]),
)

/** A word in lower case as it is compared: without accents, and in Latin letters where an alphabet has a table above. */
export function plainLetters(word: string): string {
  const unmarked = word.normalize('NFKD').replace(marks, '')
  return [...unmarked]
    .map((letter) => letters.get(letter) ?? letter)
    .join('')
    .normalize('NFC')
}
