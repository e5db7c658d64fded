import { isRealDay } from '@bank/contract/real-day'
import type { FormEvent } from 'react'

type Filter<Name extends string> = Partial<Record<Name, string>>

/** The attributes of a form whose button applies its filters together, and of its fields, which follow the URL. `reasons` are the errors about filters. */
export function useFilterForm<Name extends string>(
  id: string,
  names: readonly Name[],
  { filter, choose }: { filter: Filter<Name>; choose: (typed: Filter<Name>) => void },
  reasons: Partial<Record<string, string>>,
) {
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const texts = names.map((name) => [name, String(typed.get(name) ?? '').trim()])
    choose(Object.fromEntries(texts) as Filter<Name>)
  }
  const field = (name: Name) => ({
    name,
    id: `${id}-${name}`,
    defaultValue: filter[name] ?? '',
    error: reasons[name],
  })
  return {
    // Rendered on the server, it would put what is typed into the URL when its script does not load.
    form: { onSubmit, noValidate: true, method: 'post' },
    field,
    /** The attributes of a field for a day. The browser's control takes no day that does not exist, and warns about it. */
    day: (name: Name) => {
      const { defaultValue, ...rest } = field(name)
      return { ...rest, type: 'date', defaultValue: isRealDay(defaultValue) ? defaultValue : '' }
    },
  }
}
