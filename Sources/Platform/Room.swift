// the room is empty
