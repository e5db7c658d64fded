import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareNames } from './name-comparison.ts'

describe('the names of one person in two spellings match', () => {
  for (const [written, holder] of [
    ['Max Berger', 'Max Berger'],
    ['  MAX   berger ', 'Max Berger'],
    ['Berger, Max', 'Max Berger'],
    ['Dr. Max Berger', 'Max Berger'],
    ['Herr Prof. Dr. Max Berger', 'Max Berger'],
    ['Mrs Anna Müller', 'Anna Müller'],
    ['Anna Mueller', 'Anna Müller'],
    ['Anna Muller', 'Anna Müller'],
    ['Soren Kjaer', 'Søren Kjær'],
    ['Søren Åberg', 'Soeren Aaberg'],
    ['Jose Nunez', 'José Núñez'],
    ['Jean Luc Picard', 'Jean-Luc Picard'],
    ['Jeanluc Picard', 'Jean-Luc Picard'],
    ['Sean O Brien', 'Seán O’Brien'],
    ['OBrien Sean', "Sean O'Brien"],
    ['Strasse Weiss', 'Straße Weiß'],
    ['Isil Yildiz', 'Işıl YILDIZ'],
    ['IŞIL YILDIZ', 'Işıl Yıldız'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Nguyen Van An', 'Nguyễn Văn An'],
    ['Ivan Petrov', 'Иван Петров'],
    ['Петров Иван', 'Ivan Petrov'],
    ['Nikos Pappas', 'Νίκος Παππάς'],
    ['ΝΙΚΟΣ ΠΑΠΠΑΣ', 'Νίκος Παππάς'],
    ['احمد محمود', 'أحمد محمود'],
    ['أَحْمَد مَحْمُود', 'أحمد محمود'],
    ['محمود أحمد', 'أحمد محمود'],
    ['عليرضا كريمي', 'علی‌رضا کریمی'],
    ['فاطمه', 'فاطمة'],
    ['דָּוִד כֹּהֵן', 'דוד כהן'],
    ['王小明', '王 小明'],
    ['김 민준', '김민준'],
    ['Ｍａｘ Ｂｅｒｇｅｒ', 'Max Berger'],
    ['Jose\u0301 Garci\u0301a', 'José García'],
    ['Acme GmbH', 'Acme'],
    ['Dr. Doctor', 'Doctor'],
    ['Dr', 'Dr'],
  ] as const) {
    test(`${written} and ${holder} match`, () => expect(compareNames(written, holder)).toBe('match'))
  }
})

describe('a slip, an initial, a short form or a further name is a close match', () => {
  for (const [written, holder] of [
    ['Max Bergr', 'Max Berger'],
    ['Max Bergre', 'Max Berger'],
    ['M. Berger', 'Max Berger'],
    ['Berger, M.', 'Max Berger'],
    ['Berger Max', 'Maximilian Berger'],
    ['M. Berg', 'Maximilian Berg'],
    ['Maria Lopez', 'Maria Lopez Garcia'],
    ['Max Berger', 'Maximilian Berger'],
    ['Max Berger', 'Max Emil Berger'],
    ['Max E Berger', 'Max Emil Berger'],
    ['Max and Anna Berger', 'Max Berger'],
    ['John Smith', 'John Smith Jr'],
    ['Jon Smith', 'John Smith'],
    ['Katharina Schmidt', 'Catharina Schmitt'],
    ['J. R. R. Tolkien', 'John Ronald Reuel Tolkien'],
    ['Yuliya Ivanova', 'Юлия Иванова'],
    ['Maria Lopez', 'María de la López'],
    ['Ahmed', 'Ahmad'],
    ['احمد محمودي', 'أحمد محمود'],
  ] as const) {
    test(`${written} is close to ${holder}`, () => expect(compareNames(written, holder)).toBe('close_match'))
  }
})

describe('another name, or too little of one, is no match', () => {
  for (const [written, holder] of [
    ['Anna Berger', 'Max Berger'],
    ['Berger', 'Max Berger'],
    ['Max', 'Max Berger'],
    ['M B', 'Max Berger'],
    ['M', 'Max'],
    // Who knows only how the family name begins does not learn it.
    ['M. Ber', 'Max Berger'],
    ['M. Berg', 'Max Berger'],
    ['Max B', 'Max Berger'],
    ['Max Ber', 'Max Berger'],
    ['B. Max', 'Max Berger'],
    ['Maxi Bergm', 'Maximilian Bergmann'],
    ['Max E', 'Max Emil Berger'],
    ['Ber', 'Berger'],
    ['Max Meyer', 'Max Berger'],
    ['Max Maz', 'Max Max'],
    ['Li Wei', 'Lu Wei'],
    ['王小明', '王小红'],
    ['김민준', '박민준'],
    ['たかし', 'たがし'],
    ['राम', 'रमा'],
    ['أحمد', 'محمود'],
    ['Dr', 'Max Berger'],
    ['???', 'Max Berger'],
    ['🏦', '🏦'],
    ['\u0301', 'Max Berger'],
    // A list of usual names is close to no one.
    ['Anna Maria Max John Berger', 'Max Berger'],
    ['a b c d e f g h i j k l m n o p q r s t u v w x y z', 'Max Berger'],
  ] as const) {
    test(`${written} is not ${holder}`, () => expect(compareNames(written, holder)).toBe('no_match'))
  }
})

describe('any two names', () => {
  const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ſΑ-Ωα-ωА-Яа-яء-ي一-龥]{1,9}$/u)
  const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
  const anyText = fc.oneof(name, fc.string({ unit: 'grapheme', maxLength: 100 }))

  test('two names match whichever of them is the holder’s', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(compareNames(a, b) === 'match').toBe(compareNames(b, a) === 'match')
      }),
      { numRuns: 2_000 },
    )
  })

  test('a name with a letter or a digit matches itself in any order, case, spacing and normalisation', () => {
    fc.assert(
      fc.property(name, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (given, form) => {
        // A sign that is no letter of its own is no name.
        fc.pre(/[A-Za-z一-龥]/.test(given))
        const turned = given.split(' ').reverse().join('   ').normalize(form)
        expect(compareNames(` ${turned}\t`, given)).toBe('match')
        // A capital may have no small letter of its own, such as the sharp s.
        fc.pre(given.toUpperCase().toLowerCase() === given.toLowerCase())
        expect(compareNames(turned.toUpperCase(), given)).toBe('match')
      }),
      { numRuns: 2_000 },
    )
  })

  test('a title before a name changes no answer', () => {
    fc.assert(
      fc.property(name, name, fc.constantFrom('Dr.', 'Mr', 'Prof'), (a, b, title) => {
        // A short word may be a title itself.
        fc.pre(a.split(' ').some((one) => one.length > 3))
        expect(compareNames(`${title} ${a}`, b)).toBe(compareNames(a, b))
      }),
    )
  })

  test('names without a common letter do not match', () => {
    const first = fc.array(fc.stringMatching(/^[a-f]{2,9}$/), { minLength: 1, maxLength: 4 })
    const second = fc.array(fc.stringMatching(/^[n-t]{2,9}$/), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(first, second, (a, b) => {
        expect(compareNames(a.join(' '), b.join(' '))).toBe('no_match')
      }),
    )
  })

  test('one letter left out of a long word of a name is a close match', () => {
    const long = fc.stringMatching(/^[a-x]{8,12}$/)
    fc.assert(
      fc.property(long, long, fc.nat(), (first, last, at) => {
        const place = at % last.length
        const shorter = last.slice(0, place) + last.slice(place + 1)
        expect(compareNames(`${first} ${shorter}`, `${first} ${last}`)).toBe('close_match')
      }),
    )
  })

  test('the longest names are compared', () => {
    const most = Array.from({ length: 50 }, (_, at) => String.fromCodePoint(97 + (at % 26))).join(' ')
    expect(compareNames(most, most)).toBe('match')
    expect(compareNames('a'.repeat(100), 'b'.repeat(100))).toBe('no_match')
  })
})
