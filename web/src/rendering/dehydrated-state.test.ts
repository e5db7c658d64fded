import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bankNow } from '../api/bank-clock.ts'
import { firstAnswersOf, takeFirstAnswers } from './dehydrated-state.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) }))
afterEach(() => void vi.useRealTimers())

test('the browser takes over what a page was drawn from, by the bank’s clock, and leaves nothing of it behind', () => {
  const drawn = new QueryClient()
  drawn.setQueryData(['me'], { name: 'Alice </b>' })
  drawn.setQueryData(['statement', {}, undefined, 50], { closing: '100.00' })
  const noon = Date.UTC(2026, 10, 21, 12, 30)
  document.body.innerHTML = `<script type="application/json" id="first-answers"></script>`
  document.getElementById('first-answers')!.textContent = firstAnswersOf(drawn, noon)

  const client = new QueryClient()
  takeFirstAnswers(client)
  expect(client.getQueryData(['me'])).toEqual({ name: 'Alice </b>' })
  expect(client.getQueryData(['statement', {}, undefined, 50])).toEqual({ closing: '100.00' })
  expect(bankNow()).toBe(noon)
  expect(document.getElementById('first-answers')).toBeNull()
})

test('a page that was not drawn brings nothing', () => {
  const client = new QueryClient()
  takeFirstAnswers(client)
  expect(client.getQueryCache().getAll()).toEqual([])
})
