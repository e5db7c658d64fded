import { type ComponentType, useEffect, useState } from 'react'
import { deferred } from './deferred.tsx'
import { fetchWhenIdle } from './fetch-when-idle.ts'

/** A dialog whose code is fetched when the browser is idle, or when the dialog is first opened. */
export function lazyDialog<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = deferred(load)
  return function LazyDialog(props: Props) {
    const [wanted, setWanted] = useState(props.open)
    useEffect(() => fetchWhenIdle(load), [])
    if (props.open && !wanted) setWanted(true)
    return wanted && <Loaded {...props} />
  }
}
