export type Before<Item> = (one: Item, other: Item) => boolean;

export type Heap<Item> = { push(item: Item): void; first(): Item | undefined; pop(): void };

export function createHeap<Item>(before: Before<Item>): Heap<Item> {
  const items: Item[] = [];

  function swapIfBefore(child: number, parent: number): boolean {
    const one = items[child];
    const other = items[parent];
    if (one === undefined || other === undefined || !before(one, other)) return false;
    items[child] = other;
    items[parent] = one;
    return true;
  }

  function sink(): void {
    for (let index = 0; ;) {
      const left = 2 * index + 1;
      const [one, other] = [items[left], items[left + 1]];
      const best = one !== undefined && other !== undefined && before(other, one) ? left + 1 : left;
      if (!swapIfBefore(best, index)) return;
      index = best;
    }
  }

  return {
    push(item) {
      items.push(item);
      for (let index = items.length - 1; index > 0;) {
        const parent = (index - 1) >> 1;
        if (!swapIfBefore(index, parent)) return;
        index = parent;
      }
    },
    first: () => items[0],
    pop() {
      const last = items.pop();
      if (last === undefined || items.length === 0) return;
      items[0] = last;
      sink();
    },
  };
}
