import { fireEvent, render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Avatar, initialsOf } from './avatar.tsx'

describe('the initials', () => {
  for (const [name, initials] of [
    ['Alice Moreau', 'AM'],
    ['Maria de la Cruz', 'MC'],
    ['Prince', 'P'],
    ['  émile  zola ', 'ÉZ'],
    ['', ''],
  ] as const) {
    test(`the initials of "${name}" are ${initials || 'none'}`, () => expect(initialsOf(name)).toBe(initials))
  }
})

test('the initials are the same picture each time and hidden from screen readers beside the name', () => {
  const first = render(<Avatar name="Alice Moreau" />).container.innerHTML
  expect(render(<Avatar name="Alice Moreau" />).container.innerHTML).toBe(first)
  expect(first).toContain('aria-hidden="true"')
})

test('the initials replace a picture that fails to load', () => {
  const { container } = render(<Avatar name="Alice Moreau" image="/api/avatars/1" />)
  const picture = container.querySelector('img')!
  expect(picture.getAttribute('src')).toBe('/api/avatars/1')
  const box = picture.className.match(/size-\S+|rounded-full|shrink-0/g)
  fireEvent.error(picture)
  expect(container.textContent).toBe('AM')
  expect(container.querySelector('img')).toBeNull()
  // In a box of the same size, so that nothing moves.
  expect([...container.firstElementChild!.classList]).toEqual(expect.arrayContaining(box!))
})
