import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { bankNow } from '../api/bank-clock.ts'
import { dehydrateState, hydrateState } from './dehydrated-state.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) }))

test('the browser takes the state of a server-rendered page with the bank’s clock and removes it from the document', () => {
  const rendered = new QueryClient()
  rendered.setQueryData(['me'], { name: 'Alice </b>' })
  rendered.setQueryData(['statement', {}, undefined, 50], { closing: '100.00' })
  const noon = Date.UTC(2026, 10, 21, 12, 30)
  document.body.innerHTML = `<script type="application/json" id="dehydrated-state"></script>`
  document.getElementById('dehydrated-state')!.textContent = dehydrateState(rendered, noon, 'Asia/Kolkata')

  const client = new QueryClient()
  expect(hydrateState(client)).toBe('Asia/Kolkata')
  expect(client.getQueryData(['me'])).toEqual({ name: 'Alice </b>' })
  expect(client.getQueryData(['statement', {}, undefined, 50])).toEqual({ closing: '100.00' })
  expect(bankNow()).toBe(noon)
  expect(document.getElementById('dehydrated-state')).toBeNull()
})

test('a page that was not rendered on the server brings no state', () => {
  const client = new QueryClient()
  expect(hydrateState(client)).toBeUndefined()
  expect(client.getQueryCache().getAll()).toEqual([])
})
