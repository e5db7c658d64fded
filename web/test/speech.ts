const live =
  '[role="status"], [role="alert"], [role="alertdialog"], [aria-live="polite"], [aria-live="assertive"]'

/** Records what a screen reader announces: each text that is added or changed in a live region. */
export function listen(): { announced: () => string[]; stop: () => void } {
  const announced: string[] = []
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      for (const node of type === 'childList' ? addedNodes : [target])
        for (const text of announcedTextsOf(node)) announced.push(text)
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  return { announced: () => announced, stop: () => observer.disconnect() }
}

/** The texts of a node that are announced: those in a live region that are not hidden. */
function announcedTextsOf(node: Node): string[] {
  const texts = node instanceof Element ? textsIn(node) : [node as CharacterData]
  const announced = texts.filter(
    ({ parentElement }) => parentElement?.closest(live) && !parentElement.closest('[aria-hidden="true"]'),
  )
  return announced.map(({ data }) => data.trim()).filter((text) => text !== '')
}

function textsIn(element: Element): CharacterData[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: CharacterData[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as CharacterData)
  return texts
}
