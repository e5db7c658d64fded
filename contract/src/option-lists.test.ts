import { describe, expect, test } from 'vitest'
import { accountTypes, currencyOptions, employmentStatuses, genders, labelOf } from './option-lists.ts'

describe('the specification’s option lists', () => {
  test('the account types are the specification’s', () => {
    expect(accountTypes.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Checking Account: checking',
      'Online Account: online',
      'Current Account: current',
      'Corporate Account: corporate',
      'Offshore Account: offshore',
      'Joint Account: joint',
    ])
  })

  test('the genders, employment statuses and currencies are the specification’s', () => {
    expect(genders.map(({ value }) => value)).toEqual(['male', 'female', 'others'])
    expect(employmentStatuses.map(({ value }) => value)).toEqual([
      'employed',
      'unemployed',
      'self-employed',
      'retired',
    ])
    expect(currencyOptions.map(({ label }) => label)).toEqual(['USD ($)', 'EUR (€)', 'GBP (£)'])
  })

  test('a stored value has its label, an unknown one is shown as it is', () => {
    expect(labelOf(accountTypes, 'checking')).toBe('Checking Account')
    expect(labelOf(accountTypes, 'Not provided')).toBe('Not provided')
  })
})
