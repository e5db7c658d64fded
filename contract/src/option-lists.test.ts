import { describe, expect, test } from 'vitest'
import { accountTypes, currencyOptions, employmentStatuses, genders, labelOf } from './option-lists.ts'

describe('the specification’s option lists', () => {
  test('account types', () => {
    expect(accountTypes.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Checking Account: checking',
      'Online Account: online',
      'Current Account: current',
      'Corporate Account: corporate',
      'Offshore Account: offshore',
      'Joint Account: joint',
    ])
  })

  test('genders, employment statuses and currencies', () => {
    expect(genders.map(({ value }) => value)).toEqual(['male', 'female', 'others'])
    expect(employmentStatuses.map(({ value }) => value)).toEqual([
      'employed',
      'unemployed',
      'self-employed',
      'retired',
    ])
    expect(currencyOptions.map(({ label }) => label)).toEqual(['USD ($)', 'EUR (€)', 'GBP (£)'])
  })

  test('a stored value is read as its label, and an unknown one as itself', () => {
    expect(labelOf(accountTypes, 'checking')).toBe('Checking Account')
    expect(labelOf(accountTypes, 'Not provided')).toBe('Not provided')
  })
})
