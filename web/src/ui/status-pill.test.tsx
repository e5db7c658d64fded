import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { StatusPill } from './status-pill.tsx'

describe('a status is a word with an icon beside its colour', () => {
  for (const [status, look] of [
    ['success', 'text-success'],
    ['pending', 'text-pending'],
    ['failed', 'text-failed'],
    ['reversed', 'text-failed'],
  ] as const) {
    test(`the status ${status} is ${look.replace('text-', 'coloured as ')}`, () => {
      render(<StatusPill status={status} />)
      const pill = screen.getByText(status)
      expect(pill.className).toContain(look)
      expect(pill.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
    })
  }
})
