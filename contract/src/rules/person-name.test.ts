import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { personName } from './person-name.ts'

describe('the name of a person', () => {
  test.each([
    'Dr. José O’Neill-Šimůnek, Jr.',
    "Dr. José O'Neill-Šimůnek, Jr.",
    'Dr.José Smith, Ph.D.',
    'J.R.R. Tolkien',
    'MD.RAHMAN',
    'Mohd. Ali bin Abu Bakar a/l Samy',
    'Sammy Davis, Jr.',
    'Prof. Dr. h. c. Ann Nettle',
    'Ann.Nettle',
    'Louis XIV',
    'John Smith 3rd',
    'X Æ A-12',
    'newcomer-01900000-0000-7000-8000-000000000001',
    'Pablo Diego José Francisco de Paula Juan Nepomuceno María de los Remedios Cipriano Ruiz y Picasso',
    'Владимир Владимирович Соловьёв',
    'محمد بن سلمان آل سعود',
    'எம்.ஜி.ஆர்',
    'वेंकटरामन राधाकृष्णन',
    '李小龙',
    'アンナ・カレーニナ',
    'ǃNqate Xqamxebe',
    '!Nqate Xqamxebe',
    "D'Arcy & Sons",
    '<script>alert(1)</script>',
    'Ng',
    'O',
  ])('the name %s is accepted unchanged', (name) => {
    expect(z.parse(personName, name)).toBe(name)
  })

  test.each([
    'your account is blocked. Call +1 900 555 0199 or open https://evil.example/unblock now',
    'ftp://evil',
    'WWW.evil',
    'Visit www.evil now',
    'Ann evil.example',
    'evil.com',
    'Evil.Com',
    'EVIL.ORG/x',
    'ann@evil.example',
    'Your account is blocked. Call us',
    'Urgent: call the bank',
    'Hello! Call us',
    'Blocked? Call us',
    'Blocked; call us',
    '账户已冻结。请致电',
  ])('the name %s is refused, because it has a link or a sentence', (name) => {
    const { error } = z.safeParse(personName, name)
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Enter the name only, without links or sentences',
    ])
  })
})
