import { useEffect, useState } from 'react'
import { Input } from '../../ui/input.tsx'
import type { useUsersUrlState } from './users-url-state.ts'

// Long enough for the next key, short enough to feel at once.
const pauseMilliseconds = 250

/** Any part of an e-mail address; it is searched for as soon as one stops typing. */
export function EmailSearch({ urlState }: { urlState: ReturnType<typeof useUsersUrlState> }) {
  // Undefined when nothing is being typed: then the address says what is searched for, also after Back.
  const [typed, setTyped] = useState<string>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause begins again with each key, and with nothing else.
  useEffect(() => {
    if (typed === undefined) return
    const pause = setTimeout(() => {
      setTyped(undefined)
      if (typed.trim() !== urlState.email) urlState.search(typed.trim())
    }, pauseMilliseconds)
    return () => clearTimeout(pause)
  }, [typed])

  return (
    <search aria-label="Users" className="max-w-form">
      <Input
        name="email"
        id="user-search"
        type="search"
        label="Search by email"
        placeholder="Search"
        autoComplete="off"
        maxLength={254}
        value={typed ?? urlState.email}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}
