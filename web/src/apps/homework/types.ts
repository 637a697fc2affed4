// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';

type Homework = paths['/api/homework']['get'];
type Staff = paths['/api/admin/homework'];
type StaffOne = paths['/api/admin/homework/{id}'];

/** What is asked of the list of cards. */
export type ListQuery = NonNullable<Homework['parameters']['query']>;
export type HomeworkList = DataOf<Homework>;
export type HomeworkCard = DataOf<paths['/api/homework/{id}']['get']>;
/** What somebody has handed in. */
export type Submission = NonNullable<HomeworkCard['submission']>;
export type SubmittedFile = Submission['files'][number];
export type NewSubmission = BodyOf<paths['/api/homework/{id}/submission']['put']>;
/** What is left. */
export type HomeworkLeft = DataOf<paths['/api/homework/left']['get']>;

export type StaffHomeworkList = DataOf<Staff['get']>;
/** A card as its managers have it, also before it is published. */
export type StaffHomework = DataOf<StaffOne['get']>;
export type NewHomework = BodyOf<Staff['post']>;
export type HomeworkChange = BodyOf<StaffOne['patch']>;
export type Progress = DataOf<paths['/api/admin/homework/{id}/progress']['get']>;
export type ProgressMember = Progress['members'][number];
export type MemberSubmission = DataOf<paths['/api/admin/homework/{id}/submissions/{user_id}']['get']>;
