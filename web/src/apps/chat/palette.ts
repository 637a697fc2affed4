// The people of the class in the palette: everyone one may write to.
import { openAppPath } from '@/core/app-path';
import { definePalette } from '@/core/palette-source';
import { loadPeople, people } from './state/people';

export default definePalette({
  entries: async () => {
    await loadPeople();
    return people.value.map(({ user_id: id, net_name: net, real_name: real }) => ({
      id: `hit:member:${id}`,
      title: real || net,
      kind: real ? net : '',
      keywords: id,
      names: [real, net],
      person: id,
      run: () => openAppPath('chat', `private/${id}`),
    }));
  },
});
