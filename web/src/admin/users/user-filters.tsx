import { accountStates } from '@bank/contract/accounts/state'
import { useEffect, useState } from 'react'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { stateLooks } from './account-state-chip.tsx'
import type { UsersUrlState } from './users-url-state.ts'

// Long enough for the next key, short enough to feel immediate.
const pauseMilliseconds = 250

/** Finds users by email, name or account number once the administrator stops typing, and selects their state and order. */
export function UserFilters({
  urlState,
  searchError,
}: {
  urlState: UsersUrlState
  /** The bank's error about the search text. */
  searchError: string | undefined
}) {
  // Undefined when nothing is being typed: then the URL has the text, also after Back. What is typed goes when the URL has it.
  const [typed, setTyped] = useState<string>()
  const [shown, setShown] = useState(urlState.search)
  if (shown !== urlState.search) {
    setShown(urlState.search)
    if (typed?.trim() === urlState.search) setTyped(undefined)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a key restarts the pause.
  useEffect(() => {
    if (typed === undefined) return
    const pause = setTimeout(() => {
      if (typed.trim() === urlState.search) setTyped(undefined)
      else urlState.choose({ search: typed.trim() }, true)
    }, pauseMilliseconds)
    return () => clearTimeout(pause)
  }, [typed])

  return (
    <search aria-label="Users" className="grid grid-cols-2 items-start gap-4 xl:grid-cols-3">
      <div className="col-span-2 xl:col-span-1">
        <Input
          name="search"
          id="user-search"
          type="search"
          label="Search by email, name or account number"
          placeholder="Search"
          autoComplete="off"
          maxLength={254}
          error={searchError}
          value={typed ?? urlState.search}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Select
        name="state"
        id="user-state"
        label="State"
        placeholder="All"
        options={accountStates.map((value) => ({ value, label: stateLooks[value].word }))}
        value={urlState.state ?? ''}
        onChange={({ target }) => urlState.choose({ state: target.value })}
      />
      <Select
        name="order"
        id="user-order"
        label="Sort by"
        options={[
          // The order of a list without one in its address.
          { value: '', label: 'Newest first' },
          { value: 'oldest', label: 'Oldest first' },
          { value: 'name', label: 'Name' },
        ]}
        value={urlState.order === 'newest' ? '' : (urlState.order ?? '')}
        onChange={({ target }) => urlState.choose({ order: target.value })}
      />
    </search>
  )
}
