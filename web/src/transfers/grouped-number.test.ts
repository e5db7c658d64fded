import { afterEach, describe, expect, test } from 'vitest'
import { groupControl, grouped, groupedIban, ungrouped } from './grouped-number.ts'

describe('a number in groups', () => {
  for (const [typed, shown] of [
    ['', ''],
    ['123', '123'],
    ['1234', '1234'],
    ['12345', '1234 5'],
    ['12345678', '1234 567 8'],
    ['9876543210', '9876 543 210'],
    // Longer than a number of this bank: groups of four from here on.
    ['98765432101', '9876 5432 101'],
    [' 98 76-', ' 98 76-'],
    ['no9386011117947', 'no93 8601 1117 947'],
    ['NO93 8601 1117 947', 'NO93 8601 1117 947'],
    ['12-34-56 12345678', '12-34-56 12345678'],
    ['Savings of my aunt', 'Savings of my aunt'],
    ['١٢٣٤٥٦٧٨٩٠', '١٢٣٤٥٦٧٨٩٠'],
  ] as const) {
    test(`"${typed}" is shown as "${shown}"`, () => {
      expect(grouped(typed)).toBe(shown)
      expect(grouped(shown)).toBe(shown)
    })
  }

  test('a number is sent without the spaces of its groups, and other text with its own', () => {
    expect(ungrouped('9876 543 210')).toBe('9876543210')
    expect(ungrouped('NO93 8601 1117 947')).toBe('NO9386011117947')
    expect(ungrouped('12-34-56 12345678')).toBe('12-34-56 12345678')
  })

  test('a routing number of nine digits is not grouped, an IBAN is', () => {
    expect(groupedIban('011000015')).toBe('011000015')
    expect(groupedIban('NO9386011117947')).toBe('NO93 8601 1117 947')
  })
})

describe('the caret in a grouped number', () => {
  afterEach(() => document.body.replaceChildren())

  /** The text after an edit, with the caret as |. Both texts before grouping have it too. */
  function edit(before: string, typed: string, inputType: string): string {
    const control = document.createElement('input')
    document.body.append(control)
    control.focus()
    control.value = typed.replace('|', '')
    control.setSelectionRange(typed.indexOf('|'), typed.indexOf('|'))
    groupControl(control, { before: before.replace('|', ''), inputType, group: grouped })
    return `${control.value.slice(0, control.selectionStart!)}|${control.value.slice(control.selectionStart!)}`
  }

  for (const [what, before, typed, after, inputType] of [
    ['a digit at the end of a group', '1234|', '12345|', '1234 5|', 'insertText'],
    ['a digit in the middle', '12|34 567 8', '129|34 567 8', '129|3 456 78', 'insertText'],
    ['the eleventh digit', '1234 567 890|', '1234 567 8901|', '1234 5678 901|', 'insertText'],
    ['a pasted number', '|', 'NO93 86011117 947|', 'NO93 8601 1117 947|', 'insertFromPaste'],
    ['Backspace behind a space', '1234 |567', '1234|567', '123|5 67', 'deleteContentBackward'],
    ['Delete before a space', '1234| 567', '1234|567', '1234| 67', 'deleteContentForward'],
    ['Backspace behind a digit', '1234 5|678', '1234 |678', '1234 |678', 'deleteContentBackward'],
  ] as const) {
    test(`the caret stays behind its character after ${what}`, () => {
      expect(edit(before, typed, inputType)).toBe(after)
    })
  }
})
