// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';
import type { AnnouncementList } from '@/core/announcements';

export type Announcement = AnnouncementList['announcements'][number];
export type StaffAnnouncementList = DataOf<paths['/api/admin/announcements']['get']>;
export type StaffAnnouncement = StaffAnnouncementList['announcements'][number];
export type NewAnnouncement = BodyOf<paths['/api/admin/announcements']['post']>;
export type AnnouncementChange = BodyOf<paths['/api/admin/announcements/{id}']['put']>;
export type Acknowledgements = DataOf<paths['/api/admin/announcements/{id}/acknowledgements']['get']>;
